/**
 * Words that say nothing of what is wanted: English function words, and the verbs and phrases with which people ask. Tried
 * out on training halves.
 */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  (
    'a about able above actually after again all also am an and another any anything are aren as at be because been before ' +
    'being below between both but by can could couldn currently d did didn do does doesn doing don done during each either ' +
    'else etc every few for from further get give gives go goes going got had has have having he hello help helps her here ' +
    'hers hey hi him his how i id if ii im in into is isn it its itself just kindly know knows let lets like likes ll look ' +
    'looking m made make many may maybe me might mine more most much must my myself need needed needs no nor not now of ok ' +
    'okay on once one ones only onto or other others our ours out over own perhaps please provide quite rather re really s ' +
    'same see shall she should so some someone something such sure t tell than thank thanks that the their them then there ' +
    'these they thing things this those through to too under until up us use used using ve very via want wanted wants was we ' +
    'were what when where whether which while who whom whose why will with within without won would wouldn yes you your yours'
  ).split(' '),
);
