import { Radio, Stack } from '@mantine/core'
import styles from './ImportDialog.module.css'
import type { ImportChoice, ImportMode } from './import.ts'
import { t } from './import-text.ts'

interface ModeProps {
  modes: readonly ImportMode[]
  choice: ImportChoice
  onChoose: (choice: ImportChoice) => void
}

/** Asks what the rows of the file are, and what its empty cells mean to records that exist. */
export const ImportModeChoice = ({ modes, choice, onChoose }: ModeProps) => (
  <div className={styles.choices}>
    {modes.length > 1 && (
      <Radio.Group label={t('import.mode')} value={choice.mode} onChange={(mode) => onChoose({ ...choice, mode: mode as ImportMode })}>
        <Stack gap={6} mt={6}>
          {modes.map((mode) => (
            <Radio key={mode} value={mode} label={t(`import.mode.${mode}`)} />
          ))}
        </Stack>
      </Radio.Group>
    )}
    {choice.mode !== 'create' && (
      <Radio.Group
        label={t('import.empty')}
        value={choice.empty}
        onChange={(empty) => onChoose({ ...choice, empty: empty as ImportChoice['empty'] })}
      >
        <Stack gap={6} mt={6}>
          <Radio value="keep" label={t('import.empty.keep')} />
          <Radio value="clear" label={t('import.empty.clear')} />
        </Stack>
      </Radio.Group>
    )}
  </div>
)
