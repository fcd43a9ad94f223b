import { useCall } from '#kit/ui/api.ts';
import { useCurrentSite } from '#kit/ui/current-site.ts';
import { Figures } from '#kit/ui/figures.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { useCan } from '#kit/ui/session.ts';
import { fleetContract } from '../contract.ts';
import { figuresEveryMs } from './use-figures.ts';

const always = ['coinsIn', 'cashCoins', 'onlineCoins', 'plays', 'prizesOut'] as const;
/** Only where such machines stand. */
const byType = { coinsOut: 'exchange', sold: 'vending' } as const;

/** /home: what the machines counted today. */
export default function HomeFigures() {
  const maySee = useCan(fleetContract.readFigures);
  return maySee ? <Counted /> : null;
}

function Counted() {
  const t = useText();
  const site = useCurrentSite();
  const { data } = useCall(fleetContract.readFigures, site ? { fieldId: site.id } : {}, {
    keepPrevious: true,
    refetchMs: figuresEveryMs,
  });
  if (data?.states.all === 0) return null;
  // until it is known which machines stand here, there is room for all
  const extra = (Object.keys(byType) as (keyof typeof byType)[]).filter(
    (figure) => !data || data.types.some(({ type }) => type === byType[figure]),
  );
  return (
    <section aria-label={t('fleet:figures.title')}>
      <Figures
        items={[...always, ...extra].map((figure) => ({
          label: t(`fleet:figures.${figure}`),
          value: data ? data.today[figure].toLocaleString() : '·',
        }))}
      />
    </section>
  );
}
