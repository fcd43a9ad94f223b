import { type DemoPart, demoId } from '#kit/server/demo.ts';
import { demoApps, demoPeople } from '#providers/demo-people.ts';
import { players } from './tables.ts';

/** The people the simulated platforms know, so that their log-in pages have somebody to choose. */
const part: DemoPart = {
  order: 25,
  async seed(tx) {
    await tx.insert(players).values(
      demoPeople.map(({ platform, openId, name, phone }) => ({
        id: demoId(`player:${openId}`),
        platform,
        appId: demoApps[platform],
        openId,
        name,
        phone,
      })),
    );
  },
};

export default part;
