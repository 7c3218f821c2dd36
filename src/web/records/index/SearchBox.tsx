import { CloseButton, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { t } from '../../i18n/index.ts'
import styles from './IndexPage.module.css'

const SEARCH_DEBOUNCE_MS = 250

/** The search box: what is typed shows at once and is asked for after a pause. */
export const SearchBox = ({
  value,
  onSearch,
  field,
}: {
  value: string
  onSearch: (search: string) => void
  field: RefObject<HTMLInputElement | null>
}) => {
  const [text, setText] = useState(value)
  const asked = useRef(value)
  useEffect(() => {
    if (value !== asked.current) {
      asked.current = value
      setText(value)
    }
  }, [value])
  useEffect(() => {
    if (text === asked.current) return
    const timer = setTimeout(() => {
      asked.current = text
      onSearch(text)
    }, SEARCH_DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [text, onSearch])
  return (
    <TextInput
      ref={field}
      className={styles.search!}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      onKeyDown={(event) => event.key === 'Escape' && event.currentTarget.blur()}
      placeholder={t('list.search')}
      aria-label={t('list.search')}
      leftSection={<IconSearch size={16} />}
      rightSection={text && <CloseButton size="sm" onClick={() => setText('')} aria-label={t('list.clearSearch')} />}
    />
  )
}
