import { type ComponentType, lazy, Suspense } from 'react'
import type { FieldType } from '../../engine/module.ts'
import { BooleanField, MultiSelectField, SelectField, ToggleField } from './inputs/ChoiceFields.tsx'
import { DateField, DateRangeField, DateTimeField, MonthField, TimeField } from './inputs/DateFields.tsx'
import { AttachmentsField, ImageField } from './inputs/FileFields.tsx'
import { AddressField, ColorField, GeoField, JsonField } from './inputs/MiscFields.tsx'
import { NumericField } from './inputs/NumericField.tsx'
import { ReferenceField } from './inputs/ReferenceField.tsx'
import { ReferencesField } from './inputs/ReferencesField.tsx'
import { LongTextField, SecretField, TextField } from './inputs/TextInputs.tsx'
import type { InputProps } from './types.ts'

const RichText = lazy(() => import('./inputs/RichTextField.tsx').then((module) => ({ default: module.RichTextField })))
const RichTextField = (props: InputProps) => (
  <Suspense fallback={null}>
    <RichText {...props} />
  </Suspense>
)

/** The input of every field type. `lines` has none: child tables are drawn by the grid. */
const INPUTS: Readonly<Record<Exclude<FieldType, 'lines'>, ComponentType<InputProps>>> = {
  text: TextField,
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
  reference: ReferenceField,
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
  json: JsonField,
}

export const inputFor = (type: FieldType): ComponentType<InputProps> => (type === 'lines' ? TextField : INPUTS[type])

/** Types that take the whole width of a form. */
const WIDE: ReadonlySet<FieldType> = new Set(['longtext', 'richtext', 'json', 'attachments', 'address', 'lines'])
export const isWide = (type: FieldType): boolean => WIDE.has(type)

const NUMERIC: ReadonlySet<FieldType> = new Set(['money', 'quantity', 'rate', 'percent', 'number', 'integer'])
export const isNumeric = (type: FieldType): boolean => NUMERIC.has(type)
