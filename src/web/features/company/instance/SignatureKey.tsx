import { Button, PasswordInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { put } from '../../../api/client.ts'
import { queryClient } from '../../../api/queries.ts'
import { instanceQuery } from '../../account/queries.ts'
import { useBusy } from '../../admin/parts/useBusy.ts'
import { t } from '../../admin/text.ts'
import classes from './instance.module.css'

const SHORTEST = 32

/** Sets or replaces the signature key of the instance, which no screen ever shows. */
export function SignatureKey() {
  const instance = useQuery(instanceQuery)
  const [key, setKey] = useState('')
  const { busy, run } = useBusy()
  const isSet = instance.data?.has_signature_key === true
  const save = async () => {
    if (!(await run('save', () => put('instance/1', { signature_key: key }), t('instance.signatureSaved')))) return
    setKey('')
    await queryClient.invalidateQueries({ queryKey: instanceQuery.queryKey })
  }
  return (
    <form
      className={classes.key}
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <PasswordInput
        label={t('instance.signatureKey')}
        description={t(isSet ? 'instance.signatureSet' : 'instance.signatureUnset')}
        autoComplete="off"
        value={key}
        onChange={(event) => setKey(event.currentTarget.value)}
      />
      <Button type="submit" variant="default" disabled={key.length < SHORTEST} loading={busy === 'save'}>
        {t(isSet ? 'instance.signatureReplace' : 'instance.signatureAdd')}
      </Button>
    </form>
  )
}
