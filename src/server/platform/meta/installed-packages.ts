/**
 * Packages from outside the product, as companies remember them: a package's data stays in the company when the product
 * is started without it, and users see a message about it.
 */

import type { ModuleSet, Problem } from '../../../engine/model/module.ts'
import type { Company, Db } from '../context.ts'
import { qualify } from '../db/name.ts'
import { hasTable } from '../db/planner/index.ts'
import { raw, sql, table } from '../db/sql.ts'
import type { ProductFacts } from '../product.ts'

interface InstalledPackage {
  readonly name: string
  readonly version: string
  /** Names of its modules with their titles. */
  readonly modules: Readonly<Record<string, string>>
  readonly tables: readonly string[]
  readonly applications: readonly string[]
  readonly roles: readonly string[]
}

/** The packages that the company has been used with. */
export async function installedPackages(db: Db, { schema }: Pick<Company, 'schema'>): Promise<InstalledPackage[]> {
  const [made] = await db.query(sql`SELECT 1 FROM pg_tables WHERE schemaname = ${schema} AND tablename = ${'installed_package'}`)
  return made
    ? db.query<InstalledPackage>(
        sql`
          SELECT name, version, modules, tables, applications, roles
          FROM ${raw(qualify(schema, 'installed_package'))}
          ORDER BY name
        `,
      )
    : []
}

/** Those of them without which the product was started. */
export async function missingPackages(db: Db, company: Pick<Company, 'schema'>, product: ProductFacts): Promise<InstalledPackage[]> {
  const loaded = new Set(product.packages.map(({ name }) => name))
  return (await installedPackages(db, company)).filter(({ name }) => !loaded.has(name))
}

/** The product with its packages as loaded. */
interface InstalledPackages {
  readonly product: ProductFacts
  readonly modules: ModuleSet
  readonly folderOf: (module: string) => string | undefined
}

/** Records the modules of today's packages; `folderOf` returns the folder of a module's descriptor. */
export async function rememberPackages(db: Db, company: Company, { product, modules, folderOf }: InstalledPackages): Promise<void> {
  for (const { name, version, shipped, modules: folders, applications, roles } of product.packages) {
    if (shipped) continue
    const packageModules = [...modules.values()].filter((module) => folders.includes(folderOf(module.name) ?? ''))
    await db.query(
      sql`
        INSERT INTO ${table({ company }, 'installed_package')} (name, version, modules, tables, applications, roles)
        VALUES (
          ${name}, ${version}, ${JSON.stringify(Object.fromEntries(packageModules.map((module) => [module.name, module.title])))},
          ${packageModules.filter(hasTable).flatMap((module) => [module.entity.table, ...module.lines.map((lines) => lines.table)])},
          ${applications}, ${roles}
        )
        ON CONFLICT (name) DO UPDATE SET version = excluded.version, modules = excluded.modules,
          tables = excluded.tables, applications = excluded.applications, roles = excluded.roles
      `,
    )
  }
}

/** Forgets a package once its tables are gone. */
export const forgetPackage = (db: Db, { schema }: Pick<Company, 'schema'>, name: string) =>
  db.query(sql`DELETE FROM ${raw(qualify(schema, 'installed_package'))} WHERE name = ${name}`)

/** One sentence for each missing package, for administrators and the log. */
export const missingMessage = ({ name, version, modules }: InstalledPackage): string => {
  const titles = Object.values(modules)
  const gone = titles.length
    ? `${titles.join(', ')} ${titles.length === 1 ? 'is' : 'are'} not available`
    : 'What it brought is not available'
  return `The package "${name}" ${version} is not loaded. ${gone}. The data stays in the database.`
}

/** Missing packages as problems of a company. */
export const packageProblems = async (db: Db, company: Company, product: ProductFacts): Promise<Problem[]> =>
  (await missingPackages(db, company, product)).map((missingPackage) => ({
    file: `package ${missingPackage.name}`,
    pointer: '',
    line: 1,
    message: missingMessage(missingPackage),
    hint: 'Start the product with the package in TANGGAPAN_PACKAGES to use them again.',
  }))
