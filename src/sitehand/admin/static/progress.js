// Shows how far a job is by loading the screen again; without a script there is a link for it.
if (document.querySelector("[data-running]")) {
  setTimeout(() => location.reload(), 2000);
}
