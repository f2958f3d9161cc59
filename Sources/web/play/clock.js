// One clock for all players of a page.

/** @type {Set<(time: number) => void>} */
const ticking = new Set();
let request = 0;

/** @param {number} time */
function tick(time) {
  request = 0;
  for (const callback of ticking) callback(time);
  if (ticking.size > 0) request ||= requestAnimationFrame(tick);
}

/** Calls back before each repaint of the page, until `stopTicking`. @param {(time: number) => void} callback */
function startTicking(callback) {
  ticking.add(callback);
  request ||= requestAnimationFrame(tick);
}

/** @param {(time: number) => void} callback */
function stopTicking(callback) {
  ticking.delete(callback);
  if (ticking.size > 0 || request === 0) return;
  cancelAnimationFrame(request);
  request = 0;
}

// Visibility.

/** @type {WeakMap<Element, (isVisible: boolean) => void>} */
const watched = new WeakMap();
/** @type {IntersectionObserver | undefined} */
let observer;

/** @param {Element} element @param {(isVisible: boolean) => void} callback whether the element is in the viewport */
function watchVisibility(element, callback) {
  observer ??= new IntersectionObserver((entries) => {
    // An element outside of the document may be drawn elsewhere.
    for (const { target, isIntersecting } of entries) watched.get(target)?.(isIntersecting || !target.isConnected);
  });
  watched.set(element, callback);
  observer.observe(element);
}

/** @param {Element} element */
function endWatching(element) {
  watched.delete(element);
  observer?.unobserve(element);
}

export { endWatching, startTicking, stopTicking, watchVisibility };
