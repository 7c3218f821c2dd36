/** Names as they are common in the Philippines, of men and women in turn. */
export const FIRST_NAMES = (
  'Jose Maria Juan Ana Antonio Rosa Ramon Luz Roberto Teresa Eduardo Carmen Fernando Gloria Ricardo Elena Manuel Josefina Mario Lourdes ' +
  'Rodrigo Marites Danilo Rowena Reynaldo Jocelyn Rolando Maricel Ernesto Cristina Alfredo Angelica Joel Jennifer Arnel Michelle Noel Liza Rey Grace'
).split(' ')
const WOMEN: ReadonlySet<string> = new Set(FIRST_NAMES.filter((_, index) => index % 2 === 1))
/** Whether a first name of the demo is a woman's; those of its users that are not in the list end in -a. */
export const isWoman = (firstName: string): boolean => WOMEN.has(firstName) || firstName.endsWith('a')
export const LAST_NAMES = (
  'Dela_Cruz Garcia Reyes Ramos Mendoza Santos Flores Gonzales Bautista Villanueva Fernandez Cruz De_Guzman Lopez Perez Castillo Francisco Rivera ' +
  'Aquino Castro Sanchez Torres De_Leon Domingo Martinez Rodriguez Santiago Soriano Delos_Santos Diaz Hernandez Tolentino Valdez Ramirez Morales ' +
  'Mercado Tan Aguilar Navarro Manalo Gomez Dizon Del_Rosario Javier Corpuz Gutierrez Salvador Velasco Miranda'
)
  .split(' ')
  .map((name) => name.replace('_', ' '))
