import { JsonInput, NumberInput, Select, Switch, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useSession } from '../../../routing/navigation.ts'
import { label, t } from '../../admin/text.ts'
import type { Setting, SettingValue } from '../../admin/types.ts'
import { ApprovalLevels } from './ApprovalLevels.tsx'
import classes from './settings.module.css'

/** The input of one setting by its type; `labelledBy` and `describedBy` name the texts beside it. */
export function SettingInput({
  setting,
  value,
  labelledBy,
  describedBy,
  readOnly,
  onChange,
}: {
  setting: Setting
  value: SettingValue
  labelledBy: string
  describedBy: string
  readOnly: boolean
  onChange: (value: SettingValue) => void
}) {
  const isDeveloper = useSession()?.is_developer === true
  const common = { 'aria-labelledby': labelledBy, 'aria-describedby': describedBy, disabled: readOnly }
  switch (setting.type) {
    case 'boolean':
      return <Switch {...common} checked={value === true} onChange={(event) => onChange(event.currentTarget.checked)} />
    case 'number':
      return (
        <NumberInput
          {...common}
          value={typeof value === 'number' ? value : ''}
          thousandSeparator=","
          {...(typeof setting.minimum === 'number' ? { min: setting.minimum } : {})}
          {...(typeof setting.maximum === 'number' ? { max: setting.maximum } : {})}
          allowDecimal={!setting.is_integer}
          onChange={(number) => onChange(number === '' ? null : Number(number))}
        />
      )
    case 'select':
      return (
        <Select
          {...common}
          data={(setting.options ?? []).map((option) =>
            typeof option === 'string' ? { value: option, label: label(option) } : { ...option, label: label(option.label) },
          )}
          value={value === null ? null : String(value)}
          onChange={onChange}
        />
      )
    case 'levels':
      return (
        <ApprovalLevels value={value} labelledBy={labelledBy}>
          {isDeveloper && (
            <>
              <p className={classes.text}>{t('settings.levels.format')}</p>
              <Json common={common} value={value} onChange={onChange} />
            </>
          )}
        </ApprovalLevels>
      )
    case 'json':
      return <Json common={common} value={value} onChange={onChange} />
    default:
      return <TextInput {...common} value={value === null ? '' : String(value)} onChange={(event) => onChange(event.currentTarget.value)} />
  }
}

/** Text that applies once it is valid JSON; until then the setting stays unchanged and the field shows an error. */
function Json({ common, value, onChange }: { common: object; value: SettingValue; onChange: (value: SettingValue) => void }) {
  const [text, setText] = useState<string | null>(null)
  const [wrong, setWrong] = useState(false)
  return (
    <JsonInput
      {...common}
      autosize
      minRows={2}
      maxRows={10}
      error={wrong ? t('settings.badJson') : undefined}
      value={text ?? JSON.stringify(value, null, 2)}
      onChange={(next) => {
        setText(next)
        try {
          onChange(next.trim() ? (JSON.parse(next) as SettingValue) : null)
          setWrong(false)
        } catch {
          setWrong(true)
        }
      }}
      onBlur={() => !wrong && setText(null)}
    />
  )
}
