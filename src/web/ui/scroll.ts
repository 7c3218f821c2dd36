/** Scrolls the page to its top, where the result of the last action is shown. */
export const scrollToTop = (): void => document.getElementById('main')?.scrollTo({ top: 0 })
