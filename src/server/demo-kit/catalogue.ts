/** The products of the demo companies: categories with products and variants, and the names of suppliers. */
interface ProductLine {
  readonly category: string
  readonly code: string
  readonly group: string
  readonly uom: string
  /** Packaging: unit and how many base units it holds. */
  readonly pack?: readonly [string, number]
  readonly vat_class?: 'V' | 'E'
  /** List price without VAT as a multiple of the cost. */
  readonly markup: number
  readonly brands: readonly string[]
  /** Product, lowest and highest cost in pesos without VAT. */
  readonly products: readonly (readonly [string, number, number])[]
  readonly variants: readonly string[]
}

export const PRODUCT_LINES: readonly ProductLine[] = [
  {
    category: 'Fasteners',
    code: 'FST',
    markup: 1.5,
    group: 'HARDWARE',
    uom: 'PC',
    pack: ['BOX', 100],
    brands: ['Tibay', 'Unifast'],
    products: [
      ['Hex Bolt', 3, 28],
      ['Machine Screw', 1, 6],
      ['Lag Screw', 4, 22],
      ['Flat Washer', 0.5, 4],
      ['Wing Nut', 1, 7],
    ],
    variants: ['M6 x 25', 'M6 x 50', 'M8 x 30', 'M8 x 60', 'M10 x 40', 'M10 x 80', 'M12 x 50', 'M12 x 100'],
  },
  {
    category: 'Power Tools',
    code: 'PWT',
    markup: 1.34,
    group: 'TOOLS',
    uom: 'PC',
    brands: ['Kidlat', 'Makabayan'],
    products: [
      ['Cordless Drill', 2200, 5400],
      ['Angle Grinder', 1500, 3900],
      ['Circular Saw', 2900, 6800],
      ['Impact Driver', 2600, 6100],
      ['Heat Gun', 900, 2100],
    ],
    variants: ['12 V', '18 V', '20 V', '550 W', '850 W', '1200 W'],
  },
  {
    category: 'Hand Tools',
    code: 'HDT',
    markup: 1.42,
    group: 'TOOLS',
    uom: 'PC',
    pack: ['DOZ', 12],
    brands: ['Tibay', 'Bisig'],
    products: [
      ['Claw Hammer', 140, 420],
      ['Combination Wrench', 85, 380],
      ['Screwdriver', 45, 160],
      ['Locking Pliers', 180, 520],
      ['Steel Tape', 70, 260],
    ],
    variants: ['Small', 'Medium', 'Large', 'Insulated', 'Heavy Duty', 'Set of 6'],
  },
  {
    category: 'Paints',
    code: 'PNT',
    markup: 1.4,
    group: 'BUILDING',
    uom: 'GAL',
    brands: ['Bahaghari', 'Kulay'],
    products: [
      ['Latex Paint', 520, 780],
      ['Enamel Paint', 610, 920],
      ['Primer', 390, 640],
      ['Roof Paint', 560, 880],
    ],
    variants: ['White', 'Ivory', 'Beige', 'Sky Blue', 'Mint Green', 'Terracotta', 'Charcoal', 'Black'],
  },
  {
    category: 'Electrical',
    code: 'ELC',
    markup: 1.43,
    group: 'BUILDING',
    uom: 'PC',
    pack: ['BOX', 50],
    brands: ['Liwanag', 'Kidlat'],
    products: [
      ['LED Bulb', 65, 240],
      ['Circuit Breaker', 220, 780],
      ['Convenience Outlet', 70, 190],
      ['Wall Switch', 55, 160],
      ['Extension Cord', 180, 520],
    ],
    variants: ['5 W', '9 W', '15 A', '20 A', '30 A', '60 A', 'Two-gang', 'Three-gang'],
  },
  {
    category: 'Plumbing',
    code: 'PLB',
    markup: 1.46,
    group: 'BUILDING',
    uom: 'PC',
    pack: ['CASE', 24],
    brands: ['Agos', 'Unifast'],
    products: [
      ['PVC Elbow', 12, 65],
      ['PVC Pipe', 95, 420],
      ['Gate Valve', 160, 690],
      ['Faucet', 190, 880],
      ['Teflon Tape', 8, 18],
    ],
    variants: ['1/2 in', '3/4 in', '1 in', '1 1/2 in', '2 in', '3 in', '4 in'],
  },
  {
    category: 'Safety Gear',
    code: 'SFT',
    markup: 1.5,
    group: 'SAFETY',
    uom: 'PC',
    pack: ['PACK', 10],
    brands: ['Kalasag'],
    products: [
      ['Safety Helmet', 160, 420],
      ['Work Gloves', 28, 120],
      ['Safety Vest', 85, 210],
      ['Goggles', 70, 240],
      ['Ear Muffs', 150, 390],
    ],
    variants: ['Yellow', 'Orange', 'Blue', 'White', 'Small', 'Large'],
  },
  {
    category: 'Adhesives',
    code: 'ADH',
    markup: 1.46,
    group: 'BUILDING',
    uom: 'PC',
    pack: ['BOX', 12],
    brands: ['Kapit', 'Agos'],
    products: [
      ['Construction Adhesive', 95, 260],
      ['Epoxy Putty', 70, 190],
      ['Silicone Sealant', 110, 230],
      ['Contact Cement', 85, 310],
    ],
    variants: ['100 g', '250 g', '300 mL', '500 mL', '1 L', 'Clear', 'White'],
  },
  {
    category: 'Cement and Aggregates',
    code: 'CMT',
    markup: 1.34,
    group: 'BUILDING',
    uom: 'BAG',
    brands: ['Matatag'],
    products: [
      ['Portland Cement', 205, 245],
      ['Skim Coat', 310, 420],
      ['Tile Adhesive', 240, 360],
      ['Gravel', 60, 95],
    ],
    variants: ['20 kg', '25 kg', '40 kg', 'Premium', 'Rapid Set'],
  },
  {
    category: 'Grocery Staples',
    code: 'GRC',
    markup: 1.32,
    group: 'GROCERY',
    uom: 'SACK',
    vat_class: 'E',
    brands: ['Ani', 'Luntian'],
    products: [
      ['Well-milled Rice', 1050, 1280],
      ['Premium Rice', 1250, 1560],
      ['Yellow Corn Grits', 780, 960],
    ],
    variants: ['25 kg', '50 kg', 'Organic', 'Dinorado', 'Jasmine'],
  },
  {
    category: 'Office Supplies',
    code: 'OFC',
    markup: 1.5,
    group: 'OFFICE',
    uom: 'PC',
    pack: ['BOX', 20],
    brands: ['Sulat', 'Talaan'],
    products: [
      ['Ballpen', 6, 18],
      ['Record Book', 45, 130],
      ['Folder', 5, 14],
      ['Stapler', 90, 260],
      ['Correction Tape', 22, 48],
      ['Marker', 24, 60],
    ],
    variants: ['Black', 'Blue', 'Red', 'A4', 'Long', 'Short', 'Assorted'],
  },
  {
    category: 'Packaging',
    code: 'PKG',
    markup: 1.42,
    group: 'OFFICE',
    uom: 'ROLL',
    brands: ['Balot'],
    products: [
      ['Packing Tape', 28, 70],
      ['Bubble Wrap', 320, 680],
      ['Stretch Film', 210, 460],
    ],
    variants: ['Clear', 'Brown', '1 in', '2 in', '20 m', '50 m', '100 m'],
  },
]

const SURNAMES = [
  'Dela Cruz',
  'Bautista',
  'Ocampo',
  'Garcia',
  'Navarro',
  'Salazar',
  'Mercado',
  'Pascual',
  'Soriano',
  'Valdez',
  'Tolentino',
  'Manalo',
  'Enriquez',
  'Lacson',
  'Dizon',
]
const TRADES = ['Hardware Supply', 'Industrial Sales', 'Marketing', 'Enterprises', 'Trading', 'Distribution', 'Depot', 'Merchandising']
const PLACES = [
  'Luzon',
  'Visayas',
  'Mindanao',
  'Manila Bay',
  'Sierra Madre',
  'Mayon',
  'Taal',
  'Banahaw',
  'Apo',
  'Palawan',
  'Pacific',
  'Orient',
]
const FORMS = ['Corporation', 'Inc.', 'Enterprises', 'Company']

/** Supplier names, different for every index up to 180. */
export function supplierName(index: number): string {
  if (index % 3 === 0) return `${SURNAMES[index % SURNAMES.length]!} ${TRADES[Math.floor(index / SURNAMES.length) % TRADES.length]!}`
  return `${PLACES[index % PLACES.length]!} ${TRADES[Math.floor(index / PLACES.length) % TRADES.length]!} ${FORMS[index % FORMS.length]!}`
}

const BUILDERS = ['Builders', 'Construction', 'Hardware', 'General Merchandise', 'Home Center', 'Contractors']

/** Customer names, different for every index up to 90 and from those of suppliers. */
export const customerName = (index: number): string =>
  `${[...SURNAMES].reverse()[index % SURNAMES.length]!} ${BUILDERS[Math.floor(index / SURNAMES.length) % BUILDERS.length]!}`

/** Sellers: name and kind. */
export const SELLERS = [
  ['Rosario Reyes', 'In-house'],
  ['Carlo Cruz', 'In-house'],
  ['Teresa Magno', 'In-house'],
  ['Benedicto Sy', 'Agent'],
  ['Mabuhay Web Shop', 'Online'],
  ['Visayas Dealer Network', 'Dealer'],
] as const

export const STREETS = [
  'Rizal Avenue',
  'Bonifacio Street',
  'Mabini Street',
  'Quezon Boulevard',
  'Luna Street',
  'Del Pilar Street',
  'Aguinaldo Highway',
  'Katipunan Road',
]
