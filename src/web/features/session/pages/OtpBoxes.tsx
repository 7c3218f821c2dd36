import { type ClipboardEvent, type KeyboardEvent, useEffect, useRef } from 'react'
import styles from './session.module.css'
import { t } from './text.ts'

export const OTP_LENGTH = 6

/** Digits only: text pasted from an e-mail may contain spaces and words. */
const clean = (text: string): string[] => [...text.replace(/\D/g, '')]

/** A code in one box per character; typing, deleting and the arrows move between them, pasting fills them. */
export const OtpBoxes = ({ value, onChange }: { value: readonly string[]; onChange: (value: readonly string[]) => void }) => {
  const boxes = useRef<(HTMLInputElement | null)[]>([])
  const focus = (index: number) => boxes.current[Math.max(0, Math.min(index, OTP_LENGTH - 1))]?.focus()
  useEffect(() => boxes.current[0]?.focus(), [])

  /** Writes characters from a box on, and moves to the box after the last of them. */
  const fill = (from: number, characters: readonly string[]) => {
    const next = Array.from({ length: OTP_LENGTH }, (_, index) => characters[index - from] ?? value[index] ?? '')
    onChange(next)
    focus(from + characters.length)
  }
  const paste = (index: number) => (event: ClipboardEvent) => {
    event.preventDefault()
    const characters = clean(event.clipboardData.getData('text'))
    // A whole code fills all boxes, no matter into which one it is pasted.
    fill(characters.length >= OTP_LENGTH ? 0 : index, characters.slice(0, OTP_LENGTH))
  }
  const press = (index: number) => (event: KeyboardEvent) => {
    if (event.key === 'ArrowLeft') focus(index - 1)
    else if (event.key === 'ArrowRight') focus(index + 1)
    else if (event.key === 'Backspace' && !value[index]) {
      onChange(value.map((character, position) => (position === index - 1 ? '' : character)))
      focus(index - 1)
    } else return
    event.preventDefault()
  }
  return (
    <fieldset className={styles.otp} aria-label={t('recovery.otp')}>
      {Array.from({ length: OTP_LENGTH }, (_, index) => (
        <input
          key={index}
          ref={(box) => {
            boxes.current[index] = box
          }}
          className={styles.box}
          aria-label={t('recovery.otpBox', { index: index + 1, count: OTP_LENGTH })}
          value={value[index] ?? ''}
          inputMode="numeric"
          autoComplete={index === 0 ? 'one-time-code' : 'off'}
          onFocus={(event) => event.currentTarget.select()}
          onPaste={paste(index)}
          onKeyDown={press(index)}
          onChange={(event) => {
            // A browser that fills in the code writes all of it into the first box.
            const typed = clean(event.currentTarget.value)
            if (typed.length === 0) onChange(value.map((character, position) => (position === index ? '' : character)))
            else if (typed.length >= OTP_LENGTH) fill(0, typed.slice(0, OTP_LENGTH))
            else fill(index, typed.slice(-1))
          }}
        />
      ))}
    </fieldset>
  )
}
