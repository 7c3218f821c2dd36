/** Mail: sent by the server that MAIL_URL names, else kept as `.eml` files where the console shows them. */
import { join } from 'node:path'
import type { Config } from '../config.ts'
import type { Clock, Mail } from '../context.ts'
import { writeWhole } from '../files/disk.ts'

const SENDER = 'Tanggapan <no-reply@localhost>'
/** One line, so that nothing a user typed becomes a header of its own. */
const line = (text: string): string => text.replace(/[\r\n\u2028\u2029]+/g, ' ').trim()

export function createMail(config: Pick<Config, 'dataDir' | 'mailUrl'>, clock: Clock): Mail {
  const open = async () => {
    // Read with the first mail: no start needs it.
    const { createTransport } = await import('nodemailer')
    const transport = config.mailUrl
      ? createTransport(config.mailUrl)
      : createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
    // A pooled transport reports failures of idle connections by an event; the mail in progress fails separately.
    transport.on('error', () => undefined)
    return transport
  }
  let opened: ReturnType<typeof open> | undefined
  let count = 0
  return {
    async send(ctx, message) {
      opened ??= open()
      const transport = await opened
      const sent = await transport.sendMail({
        from: line(String(ctx.settings.mail_from ?? '')) || SENDER,
        to: line(message.to),
        subject: line(message.subject),
        text: message.text,
        ...(message.html ? { html: message.html } : {}),
        ...(message.attachments
          ? {
              attachments: message.attachments.map(({ name, type, body }) => ({ filename: line(name), contentType: type, content: body })),
            }
          : {}),
        date: clock.now(),
        disableFileAccess: true,
        disableUrlAccess: true,
      })
      if (config.mailUrl) return
      const stamp = clock.now().toISOString().replace(/[:.]/g, '-')
      await writeWhole(
        join(config.dataDir, 'mail', `${stamp}-${ctx.company.code}-${String(++count).padStart(4, '0')}.eml`),
        (sent as unknown as { message: Buffer }).message,
      )
    },
  }
}
