// What differs between the player for files and the one in exported modules.

/** The module that a page imports sets it. @type {SVGP.Environment} */
const environment = /** @type {SVGP.Environment} */ ({});

export { environment };
