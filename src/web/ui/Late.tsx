import { cloneElement, type ReactElement, type ReactNode, type Ref, Suspense, startTransition, useRef, useState } from 'react'
import type { LateBoxProps, LateItem } from './LateBox.tsx'
import { later } from './later.tsx'
import { Part } from './Part.tsx'

const load = async () => (await import('./LateBox.tsx')).default
const LateBox = later(load)
/** Ahead of time; when it fails now, opening tries again. */
const preload = () => void load().catch(() => undefined)

interface ButtonProps {
  ref?: Ref<HTMLElement>
  'aria-haspopup'?: 'menu' | 'dialog'
  'aria-expanded'?: boolean
  onClick?: () => void
  onPointerEnter?: () => void
  onFocus?: () => void
}

interface LateProps extends Pick<LateBoxProps, 'position' | 'width' | 'className' | 'padding' | 'label'> {
  kind: 'menu' | 'popover'
  /** The element that opens it; it takes a ref and the handlers of a button, and stays where it is. */
  button: ReactElement<ButtonProps>
  /** Controlled, where something else opens or closes it too. */
  opened?: boolean
  onChange?: (opened: boolean) => void
  /** Entries of a simple menu. */
  items?: readonly LateItem[]
  children?: ReactNode
}

/**
 * A menu or popover whose code is loaded when the first one is opened, or pointed at: positioning code is larger than the
 * rest of a first list. The button is there at once and is never mounted again.
 */
export const Late = ({ kind, button, opened: given, onChange, items, children, ...box }: LateProps) => {
  const target = useRef<HTMLElement>(null)
  const [ownOpened, setOwn] = useState(false)
  const opened = given ?? ownOpened
  const used = useRef(opened)
  used.current ||= opened
  // In a transition: otherwise each suspended part is shown a third of a second after it is ready.
  const change = (next: boolean) =>
    startTransition(() => {
      setOwn(next)
      onChange?.(next)
    })
  return (
    <>
      {cloneElement(button, {
        ref: target,
        'aria-haspopup': kind === 'menu' ? 'menu' : 'dialog',
        'aria-expanded': opened,
        onClick: () => change(!opened),
        onPointerEnter: preload,
        onFocus: preload,
      })}
      <Part resetKey={opened}>
        <Suspense>
          {used.current && (
            <LateBox kind={kind} target={target} opened={opened} onChange={change} {...box} {...(items && { items })}>
              {children}
            </LateBox>
          )}
        </Suspense>
      </Part>
    </>
  )
}
