/** A rate card and its volume tiers as Meta publishes them, with few markets and tiers that are soon reached. */
export const RATES = `"Cost per message in USD",,,,,,
Market,Currency,Marketing,Utility,Authentication,"Authentication-
International",Service
Brazil,$US,0.0625,0.0068,0.0068,n/a,0.0068
Germany,$US,0.1365,0.0550,0.0550,n/a,0.0550
India,$US,0.0118,0.0014,0.0014,0.0304,0.0014
North America,$US,0.0250,0.0034,0.0034,n/a,0.0034
Rest of Latin America,$US,0.0740,0.0113,0.0113,n/a,0.0113
Other,$US,0.0604,0.0077,0.0077,n/a,0.0077
`;

/** The same with another rate, as it may be from the first of a quarter on. */
export const LATER_RATES = RATES.replace("0.0625", "0.0701");

export const TIERS = `Market,Currency,Category,From,To,Rate
India,$US,Authentication,0,5,0.0014
India,$US,Authentication,6,,0.0010
India,$US,Authentication-International,0,5,0.0304
India,$US,Authentication-International,6,,0.0212
Rest of Latin America,$US,Utility,0,20,0.0113
Rest of Latin America,$US,Utility,21,35,0.0101
Rest of Latin America,$US,Utility,36,,0.0093
North America,$US,Utility,0,25,0.0034
North America,$US,Utility,26,,0.0030
`;
