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

/** Called when the element of a player that plays enters or leaves the viewport, or the page is shown or hidden. @type {Map<Element, (isInside: boolean | undefined) => void>} */
const watched = new Map();
/** @type {IntersectionObserver | undefined} */
let observer;

/** @param {Element} element @param {(isInside: boolean | undefined) => void} callback whether the element is in the viewport; undefined: as before */
function watchVisibility(element, callback) {
  if (!observer) {
    observer = new IntersectionObserver((entries) => {
      // An element outside of the document may be drawn elsewhere.
      for (const { target, isIntersecting } of entries) watched.get(target)?.(isIntersecting || !target.isConnected);
    });
    // One listener for all: browsers tell their main process of each.
    document.addEventListener("visibilitychange", () => {
      for (const changed of watched.values()) changed(undefined);
    });
  }
  watched.set(element, callback);
  observer.observe(element);
}

/** @param {Element} element */
function endWatching(element) {
  watched.delete(element);
  observer?.unobserve(element);
}

export { endWatching, startTicking, stopTicking, watchVisibility };
