// Shows the copy buttons, which need a script; without one the text is selected by hand.
for (const button of document.querySelectorAll("button[data-copy]")) {
  button.hidden = false;
  const words = button.textContent;
  button.addEventListener("click", async () => {
    const text = document.getElementById(button.dataset.copy);
    try {
      await navigator.clipboard.writeText(text.textContent);
      button.textContent = "Copied";
    } catch {
      getSelection().selectAllChildren(text);
      button.textContent = "Selected";
    }
    setTimeout(() => { button.textContent = words; }, 2000);
  });
}
