import { defineTool } from '@antiphon/core'
import * as z from 'zod'

export interface Country {
  country: string
  capital: string
  population: number
  area_km2: number
  currency: string
}

/** Name and other names, capital, people in millions, area in 1000 km², currency. Rounded, around 2024. */
const table = `
Argentina | Buenos Aires | 46 | 2780 | Argentine peso
Australia | Canberra | 27 | 7690 | Australian dollar
Austria | Vienna | 9.2 | 84 | euro
Bangladesh | Dhaka | 173 | 148 | taka
Belgium | Brussels | 11.8 | 30.7 | euro
Bolivia | Sucre | 12.4 | 1099 | boliviano
Brazil | Brasília | 212 | 8516 | real
Canada | Ottawa | 41 | 9985 | Canadian dollar
Chile | Santiago | 19.8 | 756 | Chilean peso
China | Beijing | 1410 | 9597 | renminbi
Colombia | Bogotá | 53 | 1142 | Colombian peso
Croatia | Zagreb | 3.9 | 56.6 | euro
Czechia, Czech Republic | Prague | 10.9 | 78.9 | Czech koruna
Denmark | Copenhagen | 6 | 42.9 | Danish krone
Ecuador | Quito | 18 | 256 | US dollar
Egypt | Cairo | 107 | 1002 | Egyptian pound
Estonia | Tallinn | 1.37 | 45.3 | euro
Ethiopia | Addis Ababa | 132 | 1104 | birr
Finland | Helsinki | 5.6 | 338 | euro
France | Paris | 68 | 551 | euro
Germany | Berlin | 83.5 | 358 | euro
Ghana | Accra | 34 | 239 | cedi
Greece | Athens | 10.4 | 132 | euro
Hungary | Budapest | 9.6 | 93 | forint
Iceland | Reykjavik | 0.39 | 103 | Icelandic króna
India | New Delhi | 1450 | 3287 | Indian rupee
Indonesia | Jakarta | 282 | 1905 | rupiah
Ireland | Dublin | 5.4 | 70.3 | euro
Israel | Jerusalem | 9.9 | 22 | new shekel
Italy | Rome | 59 | 302 | euro
Japan | Tokyo | 124 | 378 | yen
Kenya | Nairobi | 56 | 580 | Kenyan shilling
Latvia | Riga | 1.86 | 64.6 | euro
Lithuania | Vilnius | 2.89 | 65.3 | euro
Luxembourg | Luxembourg | 0.67 | 2.6 | euro
Malaysia | Kuala Lumpur | 34 | 330 | ringgit
Mexico | Mexico City | 131 | 1964 | Mexican peso
Morocco | Rabat | 37 | 447 | dirham
Netherlands, Holland | Amsterdam | 18 | 41.5 | euro
New Zealand | Wellington | 5.3 | 268 | New Zealand dollar
Nigeria | Abuja | 233 | 924 | naira
Norway | Oslo | 5.6 | 385 | Norwegian krone
Pakistan | Islamabad | 251 | 796 | Pakistani rupee
Peru | Lima | 34 | 1285 | sol
Philippines | Manila | 116 | 300 | Philippine peso
Poland | Warsaw | 37 | 313 | złoty
Portugal | Lisbon | 10.7 | 92.2 | euro
Romania | Bucharest | 19 | 238 | leu
Rwanda | Kigali | 14 | 26.3 | Rwandan franc
Senegal | Dakar | 18.5 | 197 | CFA franc
Singapore | Singapore | 6 | 0.74 | Singapore dollar
Slovenia | Ljubljana | 2.1 | 20.3 | euro
South Africa | Pretoria | 63 | 1221 | rand
South Korea, Korea | Seoul | 51.7 | 100 | won
Spain | Madrid | 49 | 506 | euro
Sweden | Stockholm | 10.6 | 447 | Swedish krona
Switzerland | Bern | 9 | 41.3 | Swiss franc
Tanzania | Dodoma | 68 | 945 | Tanzanian shilling
Thailand | Bangkok | 66 | 513 | baht
Turkey, Türkiye | Ankara | 85.5 | 784 | lira
Ukraine | Kyiv | 38 | 604 | hryvnia
United Kingdom, UK, Great Britain | London | 69 | 244 | pound sterling
United States, USA, US, United States of America | Washington, D.C. | 340 | 9834 | US dollar
Uruguay | Montevideo | 3.4 | 176 | Uruguayan peso
Vietnam | Hanoi | 101 | 331 | đồng`

const thousand = (text: string | undefined, factor: number): number => Math.round(Number(text) * factor)

const byName = new Map<string, Country>(
  table
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [names = '', capital = '', people, area, currency = ''] = line.split(' | ')
      const [country = '', ...others] = names.split(', ')
      const entry: Country = {
        country,
        capital,
        population: thousand(people, 1e6),
        area_km2: thousand(area, 1e3),
        currency,
      }
      return [country, ...others].map((name) => [name.toLowerCase(), entry] as const)
    }),
)

export const countries: readonly Country[] = [...new Set(byName.values())]

/** A country by its English name or a usual short form, in any case. */
function findCountry(name: string): Country | undefined {
  return byName.get(
    name
      .trim()
      .toLowerCase()
      .replace(/^the\s+/, ''),
  )
}

export const lookUp = defineTool({
  name: 'look_up',
  description: 'Capital, population, area and currency of a country, from a small built-in table.',
  parameters: z.object({ country: z.string().describe('English name, such as Norway') }),
  execute({ country }) {
    const found = findCountry(country)
    if (!found) {
      throw new Error(
        `Country not found: "${country}". The table has ${countries.length} countries, under their English names.`,
      )
    }
    return found
  },
})
