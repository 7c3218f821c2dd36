import { Button, Group, NativeSelect, Stack } from '@mantine/core'
import { useState } from 'react'
import { currentLocale, LOCALES, type Locale, t } from '../i18n/index.ts'
import { dialogs } from '../ui/dialogs/index.ts'

/** Languages by the names that their speakers look for. */
const NAMES: Record<Locale, string> = {
  'en-us': 'English (United States)',
  'en-gb': 'English (United Kingdom)',
  fil: 'Filipino',
  de: 'Deutsch',
  es: 'Español (España)',
  'es-419': 'Español (Latinoamérica)',
  fr: 'Français',
  it: 'Italiano',
  pl: 'Polski',
  pt: 'Português (Portugal)',
  'pt-br': 'Português (Brasil)',
}
const WIDTH = 420

const LanguageForm = ({ close }: { close: (locale?: Locale) => void }) => {
  const [locale, setLocale] = useState<Locale>(currentLocale())
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        close(locale)
      }}
    >
      <Stack gap="md">
        <NativeSelect
          data-autofocus
          label={t('language.label')}
          description={t('language.hint')}
          data={LOCALES.map((value) => ({ value, label: NAMES[value] }))}
          value={locale}
          onChange={(event) => setLocale(event.currentTarget.value as Locale)}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={() => close()}>
            {t('dialog.cancel')}
          </Button>
          <Button type="submit">{t('language.use')}</Button>
        </Group>
      </Stack>
    </form>
  )
}

/** Loads the page again in another language, because texts already drawn do not change by themselves. */
export const openLanguage = async (): Promise<void> => {
  const locale = await dialogs.modal<Locale>({ title: t('header.language'), width: WIDTH }, (close) => <LanguageForm close={close} />)
  if (!locale || locale === currentLocale()) return
  localStorage.setItem('locale', locale)
  location.reload()
}
