/**
 * Words that say nothing of what is wanted: English function words, and the verbs and phrases with which people ask. For
 * the baselines, so that they are as good as such a list makes them; tried out on training halves only.
 */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  (
    'a about above after again against also am an and are aren as at be because been before being below between but by can ' +
    'cannot could couldn d did didn do does doesn doing don done during either else etc ever every few for from further get ' +
    'give go going got had hadn has hasn have haven having he her here hers herself him himself his how however i if in is isn ' +
    'it its itself just let lets like ll m make many may maybe me might more most much must my myself need needed needs neither ' +
    'no nor not of ok okay onto or other our ours ourselves own perhaps please quite rather re really s shall she should ' +
    'shouldn since so some something still such t tell than thank thanks that the their theirs them themselves then there these ' +
    'they thing things this those though through to too until upon us use used using ve very via want wanted wants was wasn way ' +
    'we well were weren what when where whether which while who whom whose why will with within without won would wouldn yes ' +
    'yet you your yours yourself yourselves help helps know looking look hi hello hey dear sure actually kindly able'
  ).split(' '),
);
