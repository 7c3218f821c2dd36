import { Skeleton } from '@mantine/core'
import type { ComponentType } from 'react'
import type { FieldType } from '../../engine/model/module.ts'
import { later } from '../ui/later.tsx'
import { BooleanField, SelectField } from './inputs/ChoiceFields.tsx'
import { DateField, DateRangeField, TimeField } from './inputs/DateFields.tsx'
import { NumericField } from './inputs/NumericField.tsx'
import { ReferenceField } from './inputs/ReferenceField.tsx'
import { SuggestedText } from './inputs/SuggestedText.tsx'
import { LongTextField, SecretField, TextField, WordsInCell } from './inputs/TextInputs.tsx'
import type { InputProps } from './types.ts'

/** An input that few forms have: its code loads with the first one drawn. */
const rare = (load: () => Promise<ComponentType<InputProps>>) => later(load, <Skeleton height={60} />)
const files = () => import('./inputs/FileFields.tsx')
const misc = () => import('./inputs/MiscFields.tsx')
const pickers = () => import('./inputs/DatePickers.tsx')

const more = () => import('./inputs/MoreChoiceFields.tsx')

const MultiSelectField = rare(async () => (await more()).MultiSelectField)
const ToggleField = rare(async () => (await more()).ToggleField)
const ReferenceToggle = rare(async () => (await more()).ReferenceToggle)
/** Picked from a list, or one of a few buttons where the descriptor asks for them. */
const OneReference = (props: InputProps) =>
  props.field.widget === 'radio' && !props.bare ? <ReferenceToggle {...props} /> : <ReferenceField {...props} />
const ReferencesField = rare(async () => (await import('./inputs/ReferencesField.tsx')).ReferencesField)
const RichTextField = rare(async () => (await import('./inputs/RichTextField.tsx')).RichTextField)
const AttachmentsField = rare(async () => (await files()).AttachmentsField)
const ImageField = rare(async () => (await files()).ImageField)
const AddressField = rare(async () => (await import('./inputs/AddressField.tsx')).AddressField)
const ColorField = rare(async () => (await misc()).ColorField)
const GeoField = rare(async () => (await misc()).GeoField)
const JsonField = rare(async () => (await misc()).JsonField)
/** Entered freely, beside values that the descriptor offers. */
const PlainText = (props: InputProps) => (props.field.suggest ? <SuggestedText {...props} /> : <TextField {...props} />)
/** Anything, or texts that are entered one by one. */
const JsonOrList = (props: InputProps) => {
  if (props.field.suggest) return <SuggestedText {...props} />
  if (props.field.widget !== 'list') return <JsonField {...props} />
  return props.bare && !props.field.options ? <WordsInCell {...props} /> : <MultiSelectField {...props} />
}
const DateTimeField = rare(async () => (await pickers()).DateTimeField)
const MonthField = rare(async () => (await pickers()).MonthField)

/** The input of every field type. `lines` has none: child tables are drawn by the grid. */
export const INPUTS: Readonly<Record<Exclude<FieldType, 'lines'>, ComponentType<InputProps>>> = {
  text: PlainText,
  longtext: LongTextField,
  richtext: RichTextField,
  code: TextField,
  email: TextField,
  phone: TextField,
  url: TextField,
  password: SecretField,
  secret: SecretField,
  licensekey: TextField,
  money: NumericField,
  quantity: NumericField,
  rate: NumericField,
  percent: NumericField,
  number: NumericField,
  integer: NumericField,
  boolean: BooleanField,
  date: DateField,
  datetime: DateTimeField,
  time: TimeField,
  daterange: DateRangeField,
  month: MonthField,
  select: SelectField,
  multiselect: MultiSelectField,
  toggle: ToggleField,
  reference: OneReference,
  references: ReferencesField,
  user: ReferenceField,
  employee: ReferenceField,
  address: AddressField,
  attachment: AttachmentsField,
  attachments: AttachmentsField,
  image: ImageField,
  color: ColorField,
  geopoint: GeoField,
  geofence: GeoField,
  tin: TextField,
  sss_no: TextField,
  philhealth_no: TextField,
  pagibig_no: TextField,
  json: JsonOrList,
}

export const inputFor = (type: FieldType): ComponentType<InputProps> => (type === 'lines' ? TextField : INPUTS[type])

/** Types that take the whole width of a form. */
const WIDE: ReadonlySet<FieldType> = new Set(['longtext', 'richtext', 'json', 'attachments', 'address', 'lines'])
export const isWide = (type: FieldType): boolean => WIDE.has(type)

const NUMERIC: ReadonlySet<FieldType> = new Set(['money', 'quantity', 'rate', 'percent', 'number', 'integer'])
export const isNumeric = (type: FieldType): boolean => NUMERIC.has(type)
