// Files that are dragged onto the form are uploaded as if they were chosen.
const form = document.getElementById("upload");
if (form) {
  const input = form.querySelector("input[type=file]");
  form.querySelector(".drop-hint").hidden = false;
  for (const kind of ["dragenter", "dragover"]) {
    form.addEventListener(kind, (event) => { event.preventDefault(); form.classList.add("over"); });
  }
  form.addEventListener("dragleave", () => form.classList.remove("over"));
  form.addEventListener("drop", (event) => {
    event.preventDefault();
    form.classList.remove("over");
    if (event.dataTransfer.files.length) {
      input.files = event.dataTransfer.files;
      form.requestSubmit();
    }
  });
}
