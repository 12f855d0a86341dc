// A click on the picture writes its focal point into the fields, and the mark goes where they say.
const picture = document.getElementById("picture");
const fields = ["focal_x", "focal_y"].map((name) => document.getElementById(name));
if (picture && fields.every(Boolean)) {
  const mark = picture.querySelector("circle");
  const share = (place, start, length) => Math.round(Math.min(1, Math.max(0, (place - start) / length)) * 100);
  const show = () => ["cx", "cy"].forEach((name, side) => mark.setAttribute(name, `${Number(fields[side].value)}%`));
  picture.classList.add("chooses");
  picture.parentElement.querySelector(".focus-hint").hidden = false;
  picture.addEventListener("click", (event) => {
    const box = picture.getBoundingClientRect();
    fields[0].value = share(event.clientX, box.left, box.width);
    fields[1].value = share(event.clientY, box.top, box.height);
    show();
  });
  fields.forEach((field) => field.addEventListener("input", show));
}
