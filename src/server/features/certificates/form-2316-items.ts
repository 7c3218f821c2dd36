/** Items of BIR form 2316 (September 2021), in its own words. */

type Items = readonly (readonly [no: string, words: string])[]

export const SUMMARY_ITEMS: Items = [
  ['19', 'Gross compensation income from present employer (38 and 52)'],
  ['20', 'Less: total non-taxable and exempt compensation (38)'],
  ['21', 'Taxable compensation from present employer (52)'],
  ['22', 'Add: taxable compensation from previous employer'],
  ['23', 'Gross taxable compensation income (21 and 22)'],
  ['24', 'Tax due'],
  ['25A', 'Taxes withheld by present employer'],
  ['25B', 'Taxes withheld by previous employer'],
  ['26', 'Total taxes withheld as adjusted (25A and 25B)'],
  ['27', '5% tax credit (PERA)'],
  ['28', 'Total taxes withheld (26 and 27)'],
]
export const EXEMPT_ITEMS: Items = [
  ['29', 'Basic salary (including the exempt ₱250,000 and below) or statutory minimum wage'],
  ['30', 'Holiday pay (minimum wage earner)'],
  ['31', 'Overtime pay (minimum wage earner)'],
  ['32', 'Night shift differential (minimum wage earner)'],
  ['33', 'Hazard pay (minimum wage earner)'],
  ['34', '13th month pay and other benefits'],
  ['35', 'De minimis benefits'],
  ['36', 'SSS, GSIS, PHIC, Pag-IBIG contributions and union dues (employee share)'],
  ['37', 'Salaries and other forms of compensation'],
  ['38', 'Total non-taxable and exempt compensation (29 to 37)'],
]
export const TAXABLE_ITEMS: Items = [
  ['39', 'Basic salary'],
  ['40', 'Representation'],
  ['41', 'Transportation'],
  ['42', 'Cost of living allowance'],
  ['43', 'Fixed housing allowance'],
  ['44A', 'Other regular: allowances'],
  ['45', 'Commission'],
  ['46', 'Profit sharing'],
  ['47', "Fees including director's fees"],
  ['48', 'Taxable 13th month pay and other benefits'],
  ['49', 'Hazard pay'],
  ['50', 'Overtime pay'],
  ['51A', 'Other supplementary: holiday, rest day and night pay'],
  ['51B', 'Other supplementary: others'],
  ['52', 'Total taxable compensation (39 to 51B)'],
]
