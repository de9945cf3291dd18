/** One country. Population in millions and area in km² are rounded figures around 2024. */
export interface GazetteerEntry {
  country: string
  capital: string
  population: number
  area: number
  currency: string
  note: string
}

const table = `
Argentina | Buenos Aires | 46 | 2780000 | peso
  From the subtropical north to Tierra del Fuego it spans more than thirty degrees of latitude, so a forecast for the whole country is rarely useful to anybody.
Australia | Canberra | 27 | 7690000 | dollar
  Most people live within an hour of the coast, and the distances between the large cities are the kind that other continents cross several borders for.
Austria | Vienna | 9.2 | 83900 | euro
  Two thirds of the land is mountain, and the railway over the Semmering shows how early engineers learned to take that as a fact and not as an obstacle.
Bolivia | Sucre | 12 | 1099000 | boliviano
  The constitution names Sucre, the ministries sit in La Paz at more than 3,600 metres, and maps have to decide which of the two gets the star.
Brazil | Brasília | 212 | 8516000 | real
  The capital was drawn on paper and built in under four years, a thousand kilometres from the sea and from most of the people it was meant to govern.
Canada | Ottawa | 41 | 9985000 | dollar
  It has more lake surface than any other country and six time zones, one of which is half an hour out of step with its neighbours.
Chile | Santiago | 20 | 756000 | peso
  It is over 4,200 kilometres long and in places less than a hundred wide, which makes north and south the only directions that matter on a trip.
Colombia | Bogotá | 53 | 1142000 | peso
  Three ranges of the Andes run through it side by side, so two towns that look close on the map can be a long day apart on the road.
Croatia | Zagreb | 3.9 | 56600 | euro
  More than a thousand islands lie off its coast, of which fewer than fifty are lived on all year round by more than a handful of families.
Denmark | Copenhagen | 6 | 42900 | krone
  No place in it is farther than about fifty kilometres from the sea, and the highest natural point could be climbed in trainers before breakfast.
Egypt | Cairo | 107 | 1002000 | pound
  Nearly everybody lives on the few per cent of the land that the Nile waters; seen at night from above the country is a lit stem with a fan on top.
Estonia | Tallinn | 1.4 | 45300 | euro
  Half of it is forest, its coast is ragged with islands, and most dealings with the state are done with a card and a four-digit code.
Ethiopia | Addis Ababa | 132 | 1104000 | birr
  It counts thirteen months in a year and starts the clock of the day at sunrise, so an appointment at two is an appointment at eight.
Finland | Helsinki | 5.6 | 338000 | euro
  The land still rises from the weight of the last ice by some millimetres each year, and the country grows by several square kilometres while it does so.
France | Paris | 68 | 551500 | euro
  With its overseas parts it lies in twelve time zones, more than any other country, although a traveller inside the mainland never touches the watch.
Germany | Berlin | 84 | 357600 | euro
  There is no single centre: government, banks, ports, cars and publishing each have a city of their own, and the trains between them are full of people with laptops.
Ghana | Accra | 34 | 238500 | cedi
  The prime meridian passes through the port of Tema, which makes it one of the few places where a map needs neither east nor west.
Iceland | Reykjavik | 0.4 | 103000 | króna
  Two plates of the crust part under it by about two centimetres each year, and the same heat that does so warms nine houses out of ten.
India | New Delhi | 1450 | 3287000 | rupee
  One time zone serves almost thirty degrees of longitude, so the sun rises nearly two hours earlier over the tea gardens of Assam than over the coast of Gujarat.
Indonesia | Jakarta | 282 | 1905000 | rupiah
  Some seventeen thousand islands belong to it, and a flight from one end to the other takes about as long as one from Lisbon to Tehran.
Ireland | Dublin | 5.3 | 70300 | euro
  Rain falls on more days than not in the west, seldom hard and seldom for long, and the fields repay it in more greens than a paint shop has names for.
Italy | Rome | 59 | 302000 | euro
  It surrounds two other states entirely, has three active volcanoes that people live beside, and writes its best recipes down as arguments between neighbouring towns.
Japan | Tokyo | 124 | 378000 | yen
  The power grid runs at fifty cycles in the east and sixty in the west, a choice of two dynamo makers in the 1890s that nobody has been able to undo.
Kenya | Nairobi | 56 | 580400 | shilling
  The equator crosses it, yet there is a little ice left on the mountain it is named after, and Nairobi is cool enough for a coat in July.
Mexico | Mexico City | 131 | 1964000 | peso
  Its capital stands on the bed of a lake and sinks unevenly, in some quarters by tens of centimetres a year, which keeps surveyors and plumbers in work.
Morocco | Rabat | 38 | 446600 | dirham
  Snow lies on the High Atlas for months within sight of palm gardens, and the old road over the Tizi n’Tichka still decides what a lorry can carry.
Netherlands | Amsterdam | 18 | 41500 | euro
  About a quarter of it lies below the level of the sea; the water boards that keep it dry are older than the state and still hold their own elections.
New Zealand | Wellington | 5.3 | 268000 | dollar
  The two main islands are split by a fault that moves about as fast as a fingernail grows, and by a strait that ferries cross with respect.
Nigeria | Abuja | 233 | 924000 | naira
  More than five hundred languages are spoken in it; Lagos alone has more inhabitants than many of the countries in this list put together.
Norway | Oslo | 5.6 | 385000 | krone
  With every fjord and island counted its coast is over a hundred thousand kilometres long, more than twice around the equator, for a country of five and a half million.
Peru | Lima | 34 | 1285000 | sol
  Lima is one of the driest capitals there is and at the same time one of the greyest: fog from the cold sea covers it for half the year without raining.
Poland | Warsaw | 37 | 312700 | zloty
  The old town of Warsaw was rebuilt from the ground after the war, in part after paintings by Bellotto that were more careful than any plan.
Portugal | Lisbon | 10.6 | 92200 | euro
  Its border with Spain has hardly moved since 1297, and the pavements of black and white stone are relaid by hand, one pattern for each square.
South Korea | Seoul | 52 | 100400 | won
  Half of the people live in and around one city, whose underground has more stations than some countries have railway stops in all.
Spain | Madrid | 49 | 506000 | euro
  It keeps the clock of Berlin although it lies as far west as London, so noon comes late, and lunch and dinner have followed it.
Sweden | Stockholm | 10.6 | 447400 | krona
  On one Sunday in September 1967 all traffic moved from the left side of the road to the right, at ten to five in the morning, with few bumps.
Switzerland | Bern | 9 | 41300 | franc
  It has four languages and no capital by law, only a federal city, and a railway timetable that the whole country is arranged around.
Turkey | Ankara | 87 | 783600 | lira
  The strait that divides its largest city carries about forty thousand ships a year through bends that a captain has to take on the whistle.
United Kingdom | London | 69 | 243600 | pound
  Its weather is mild for its latitude and a topic for its people; Shetland lies as far north as the south of Greenland and still grows oats.
Vietnam | Hanoi | 101 | 331000 | dong
  It is narrow in the middle and wide at both ends, and the railway from Hanoi to Ho Chi Minh City needs more than thirty hours for the waist.
`

function readEntry(entry: string): GazetteerEntry {
  const [country = '', capital = '', population, area, currency = '', note = ''] = entry.split(/ \| |\n {2}/)
  return { country, capital, population: Number(population), area: Number(area), currency, note }
}

/** Countries for the long answer. */
export const gazetteer: readonly GazetteerEntry[] = table
  .trim()
  .split(/\n(?! )/)
  .map(readEntry)
