/** Loaded before the tests of a package (`node --import`): `tanggapan/…` leads to this product. */
import { servePublicEntries } from './public-entries.ts'

servePublicEntries([process.cwd()])
