import { Autocomplete, Button, Code } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useAtom } from 'jotai'
import { atomWithStorage } from 'jotai/utils'
import { useState } from 'react'
import { post } from '../../api/client.ts'
import { errorDetail } from '../../api/errors.ts'
import { t } from '../admin/text.ts'
import { commandNames, remembered } from './commands.ts'
import classes from './console.module.css'

interface Run {
  readonly prompt: string
  readonly output: string
  readonly failed: boolean
}

const promptsAtom = atomWithStorage<string[]>('console-prompts', [])
const execute = (prompt: string): Promise<{ output: string }> => post('developer_console/execute', { prompt })

/** Named commands that only read. They are offered while typing; recently used ones come first. */
export function Execute() {
  const help = useQuery({ queryKey: ['admin', 'console', 'help'], queryFn: () => execute('help'), staleTime: Number.POSITIVE_INFINITY })
  const [prompts, setPrompts] = useAtom(promptsAtom)
  const [prompt, setPrompt] = useState('')
  const [runs, setRuns] = useState<readonly Run[]>([])
  const [busy, setBusy] = useState(false)
  const [open, setOpen] = useState(false)
  const commands = commandNames(help.data?.output ?? '')
  const run = async () => {
    const asked = prompt.trim()
    if (!asked || busy) return
    setBusy(true)
    setOpen(false)
    setPrompts(remembered(prompts, asked))
    try {
      const { output } = await execute(asked)
      setRuns((before) => [{ prompt: asked, output, failed: false }, ...before])
      setPrompt('')
    } catch (error) {
      setRuns((before) => [{ prompt: asked, output: errorDetail(error), failed: true }, ...before])
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className={classes.parts}>
      <form
        className={classes.line}
        onSubmit={(event) => {
          event.preventDefault()
          void run()
        }}
      >
        <Autocomplete
          className={classes.prompt!}
          label={t('console.command')}
          description={t('console.commandHelp')}
          placeholder="help"
          classNames={{ input: classes.mono! }}
          data={[...new Set([...prompts, ...commands])]}
          dropdownOpened={open}
          onDropdownOpen={() => setOpen(true)}
          onDropdownClose={() => setOpen(false)}
          value={prompt}
          onChange={setPrompt}
        />
        <Button type="submit" loading={busy} disabled={!prompt.trim()}>
          {t('console.run')}
        </Button>
      </form>
      <div role="log" aria-label={t('console.output')} className={classes.runs}>
        {runs.length === 0 && help.data && <Code block>{help.data.output}</Code>}
        {runs.map(({ prompt: asked, output, failed }, index) => (
          <section key={runs.length - index} className={classes.run} data-failed={failed || undefined}>
            <h2>
              <code>{asked}</code>
            </h2>
            <pre>{output}</pre>
          </section>
        ))}
      </div>
    </div>
  )
}
