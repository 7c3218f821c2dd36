import { type FloatingPosition, Menu, Popover } from '@mantine/core'
import { type ReactNode, type Ref, type RefObject, startTransition, useEffect, useImperativeHandle, useState } from 'react'

export interface LateItem {
  readonly title: string
  readonly icon?: ReactNode
  readonly danger?: boolean
  readonly run: () => void
}

export interface LateBoxProps {
  kind: 'menu' | 'popover'
  target: RefObject<HTMLElement | null>
  opened: boolean
  onChange: (opened: boolean) => void
  position?: FloatingPosition
  width?: number | string
  className?: string
  padding?: number
  /** Accessible name of a popover. */
  label?: string
  items?: readonly LateItem[]
  children?: ReactNode
}

/** A placeholder in the tree for the button, which is drawn elsewhere: provides its element, and its id for the box. */
const Stand = ({ target, ref, id }: { target: RefObject<HTMLElement | null>; ref?: Ref<HTMLElement>; id?: string }) => {
  useImperativeHandle(ref, () => target.current!, [target])
  useEffect(() => {
    if (id && target.current && !target.current.id) target.current.id = id
  }, [id, target])
  return null
}

/** The menu or popover of `Late`. */
const LateBox = ({
  kind,
  target,
  opened,
  onChange,
  position = 'bottom-end',
  width,
  className,
  padding,
  label,
  items,
  children,
}: LateBoxProps) => {
  // The first time, too, it opens after it was closed: that is when the box notes where the focus goes back to.
  const [shown, setShown] = useState(false)
  useEffect(() => startTransition(() => setShown(opened)), [opened])
  const common = { opened: shown, onChange, position, ...(width !== undefined && { width }) }
  const dropdown = { ...(className && { className }), ...(padding !== undefined && { p: padding }) }
  if (kind === 'popover') {
    return (
      <Popover {...common} trapFocus returnFocus>
        <Popover.Target>
          <Stand target={target} />
        </Popover.Target>
        <Popover.Dropdown {...dropdown} {...(label && { 'aria-label': label })}>
          {children}
        </Popover.Dropdown>
      </Popover>
    )
  }
  return (
    <Menu {...common} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Stand target={target} />
      </Menu.Target>
      <Menu.Dropdown {...dropdown}>
        {items?.map(({ title, icon, danger, run }) => (
          <Menu.Item key={title} onClick={run} {...(icon !== undefined && { leftSection: icon })} {...(danger && { color: 'red' })}>
            {title}
          </Menu.Item>
        ))}
        {children}
      </Menu.Dropdown>
    </Menu>
  )
}

export default LateBox
