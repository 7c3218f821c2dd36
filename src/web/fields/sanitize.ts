const ALLOWED = new Set(['P', 'BR', 'B', 'STRONG', 'I', 'EM', 'U', 'UL', 'OL', 'LI', 'DIV', 'SPAN'])

/** HTML cut to plain formatting: unknown tags give way to their text, every attribute goes. Browser only. */
export function sanitizeHtml(html: string): string {
  const page = new DOMParser().parseFromString(html, 'text/html')
  for (const bad of page.body.querySelectorAll('script, style, iframe, object, template')) bad.remove()
  for (const element of [...page.body.querySelectorAll('*')].reverse()) {
    for (const { name } of [...element.attributes]) element.removeAttribute(name)
    if (!ALLOWED.has(element.tagName)) element.replaceWith(...element.childNodes)
  }
  return page.body.innerHTML
}
