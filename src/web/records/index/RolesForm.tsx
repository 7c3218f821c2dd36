import { Button, Group, MultiSelect, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { rolesQuery } from '../../api/roles.ts'
import { t } from '../../i18n/index.ts'

/** Asks for the roles whose lists open with a view; answers their codes, or undefined when it is left. */
export const RolesForm = ({ chosen, onDone }: { readonly chosen: readonly string[]; readonly onDone: (codes?: string[]) => void }) => {
  const { data: roles = [] } = useQuery(rolesQuery)
  const [codes, setCodes] = useState([...chosen])
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        onDone(codes)
      }}
    >
      <Stack gap="sm">
        <MultiSelect
          data-autofocus
          label={t('view.roles')}
          data={roles.map(({ code, name }) => ({ value: code, label: name }))}
          value={codes}
          onChange={setCodes}
          searchable
          clearable
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={() => onDone()}>
            {t('dialog.cancel')}
          </Button>
          <Button type="submit">{t('view.save')}</Button>
        </Group>
      </Stack>
    </form>
  )
}
