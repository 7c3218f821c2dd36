import { expect, test } from 'vitest'
import { firstField } from './useFirstFocus.ts'

const form = (html: string) => {
  const box = document.createElement('div')
  box.innerHTML = html
  return box
}

test('the first field is the first that is editable; one whose code is loading is waited for', () => {
  const closed = '<div data-field="no"><input readonly></div><div data-field="off"><input disabled></div>'
  expect(firstField(form(`<input id="search">${closed}<div data-field="name"><input id="name"></div>`))?.id).toBe('name')
  expect(firstField(form(`${closed}<div data-field="note"><textarea id="note"></textarea></div>`))?.id).toBe('note')
  const month = '<div data-field="month"><button id="month" data-dates-input></button><input type="hidden"></div>'
  expect(firstField(form(`${closed}${month}<div data-field="name"><input id="name"></div>`))?.id).toBe('month')
  const choice = '<div data-field="kind"><input id="kind" readonly aria-haspopup="listbox"></div>'
  expect(firstField(form(`${closed}${choice}`))?.id).toBe('kind')
  expect(firstField(form(`${choice}<div data-field="name"><input id="name"></div>`))?.id).toBe('name')
  // What is required and empty comes before what may stay empty, a choice as well.
  const given = '<div data-field="owner"><input id="owner"></div><div data-field="code"><input id="code" required value="A"></div>'
  expect(firstField(form(`${given}<div data-field="bank"><input id="bank" required></div>`))?.id).toBe('bank')
  expect(firstField(form(`${given}${choice.replace('readonly', 'readonly aria-required="true"')}`))?.id).toBe('kind')
  expect(firstField(form(given))?.id).toBe('owner')
  expect(firstField(form('<div data-field="photo"><i></i></div><div data-field="name"><input id="name"></div>'))).toBeUndefined()
})
