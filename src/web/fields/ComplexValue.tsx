import { Badge, ColorSwatch, Group, Stack } from '@mantine/core'
import type { Field } from '../../engine/model/module.ts'
import { spokenParts } from '../i18n/words.ts'
import classes from './fields.module.css'
import { FileRow } from './inputs/FileFields.tsx'
import { sanitizeHtml } from './sanitize.ts'

/** A value of a type that few records have; `text` is how it reads in plain words. */
export function RareValue({ field, value, resolved, text }: { field: Field; value: unknown; resolved?: unknown; text: string }) {
  switch (field.type) {
    case 'multiselect':
      return (
        <Group gap={4}>
          {text.split(', ').map((word) => (
            <Badge key={word} variant="default" tt="none" fw={500}>
              {word}
            </Badge>
          ))}
        </Group>
      )
    case 'color':
      return (
        <Group gap={8}>
          <ColorSwatch size={16} color={text} aria-hidden />
          {text}
        </Group>
      )
    case 'attachment':
    case 'attachments':
    case 'image':
      return (
        <Stack gap={6}>
          {[resolved ?? value].flat().map((file, index) => (
            <FileRow
              key={index}
              picture={field.type === 'image'}
              file={typeof file === 'object' && file !== null && 'id' in file ? (file as never) : Number(file)}
            />
          ))}
        </Stack>
      )
    case 'richtext':
      return (
        <div
          className={classes.richText}
          style={{ padding: 0, minHeight: 0 }}
          // biome-ignore lint/security/noDangerouslySetInnerHtml: cut to plain formatting tags without attributes
          dangerouslySetInnerHTML={{ __html: sanitizeHtml(String(value)) }}
        />
      )
    default: {
      const parts = spokenParts(value)
      if (parts) return <div style={{ whiteSpace: 'pre-line' }}>{parts.join('\n')}</div>
      return <pre style={{ margin: 0, fontSize: 12, overflow: 'auto' }}>{JSON.stringify(value, null, 2)}</pre>
    }
  }
}
