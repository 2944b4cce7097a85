// Fill in what the browser knows about the screen, in device pixels.
const form = document.getElementById("screen");
form.addEventListener("submit", () => {
  form.elements.width.value = Math.round(screen.width * devicePixelRatio);
  form.elements.height.value = Math.round(screen.height * devicePixelRatio);
  form.elements.ratio.value = devicePixelRatio;
});
