// A dash before a word would exclude it, but readers search for --set-image.
addEventListener("input", event => {
  const field = event.target;
  if (!field.matches?.("[data-md-component=search-query]")) return;
  const plain = field.value.replace(/(^|\s)-+/g, "$1");
  if (plain !== field.value) field.value = plain;
}, true);
