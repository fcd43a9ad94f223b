/** Pages open inside WeChat or Alipay, which say who the player is. */
export const playerPlatforms = ['wechat', 'alipay'] as const;
export type PlayerPlatform = (typeof playerPlatforms)[number];

/** The player's own calls come with the player's pages. */
export const playersContract = {};
