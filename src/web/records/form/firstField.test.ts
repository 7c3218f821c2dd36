import { expect, test } from 'vitest'
import { firstField } from './useFirstFocus.ts'

const form = (html: string) => {
  const box = document.createElement('div')
  box.innerHTML = html
  return box
}

test('the first field is the first that is empty and can be filled in; one whose code is on its way is waited for', () => {
  const closed = '<div data-field="no"><input readonly></div><div data-field="off"><input disabled></div>'
  expect(firstField(form(`<input id="search">${closed}<div data-field="name"><input id="name"></div>`))?.id).toBe('name')
  expect(firstField(form(`${closed}<div data-field="note"><textarea id="note"></textarea></div>`))?.id).toBe('note')
  const month = '<div data-field="month"><button id="month" data-dates-input></button><input type="hidden"></div>'
  expect(firstField(form(`${closed}${month}<div data-field="name"><input id="name"></div>`))?.id).toBe('month')
  const choice = '<div data-field="kind"><input id="kind" readonly aria-haspopup="listbox"></div>'
  expect(firstField(form(`${closed}${choice}`))?.id).toBe('kind')
  // The first empty one in the order of the form, a choice as well, required or not: the supplier before the payee that it brings.
  const name = '<div data-field="name"><input id="name" required></div>'
  expect(firstField(form(`${choice}${name}`))?.id).toBe('kind')
  expect(firstField(form(`<div data-field="supplier"><input id="supplier"></div>${name}`))?.id).toBe('supplier')
  // What is filled is passed by; where nothing is empty, the first one is it.
  const given = '<div data-field="on"><input type="checkbox"></div><div data-field="code"><input id="code" required value="A"></div>'
  expect(firstField(form(`${given}${name}`))?.id).toBe('name')
  expect(firstField(form(given.slice(given.indexOf('</div>') + 6)))?.id).toBe('code')
  expect(firstField(form('<div data-field="photo"><i></i></div><div data-field="name"><input id="name"></div>'))).toBeUndefined()
})

test('an empty field below the screen is not the first: what is typed would go where nobody looks', () => {
  const box = form('<div data-field="code"><input id="code" value="A"></div><div data-field="note"><input id="note"></div>')
  box.querySelector<HTMLElement>('#note')!.getBoundingClientRect = () => new DOMRect(0, 2000, 100, 30)
  expect(firstField(box)?.id).toBe('code')
})
