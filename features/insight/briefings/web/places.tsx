import { Link } from 'react-router';
import { Money } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { useMayOpen } from '#kit/ui/may-open.ts';
import { usePhone } from '#kit/ui/phone.ts';
import { type PlaceKind, rankedDays } from '../contract/today.ts';
import classes from './home-today.module.css';
import type { Today } from './today.ts';

type Places = Today['places'];
type Place = Places['best'][number];

/** The report of one site or machine; merchants stand side by side in one. */
const queryOf: Record<PlaceKind, (id: string) => Record<string, string>> = {
  merchant: () => ({ by: 'merchant' }),
  site: (fieldId) => ({ fieldId }),
  device: (equipmentId) => ({ equipmentId }),
};
const mostOnDesk = 2;

/** Who brought the most and the least of the last days, for each machine and day; room for it stands before it is known. */
export function BestAndWorst({ places, siteId }: { places: Places | undefined; siteId: string | undefined }) {
  const t = useText();
  const most = usePhone() ? 1 : mostOnDesk;
  if (places && places.best.length === 0) return null;
  return (
    <div className={classes.places} data-most={most}>
      <p className={classes.placesTitle}>
        <span>{t(`briefings:places.${places?.kind ?? 'site'}`, { days: rankedDays })}</span>
        <span>{t('briefings:places.change', { days: rankedDays })}</span>
      </p>
      <ul>
        {(['best', 'worst'] as const).flatMap((end) =>
          (places?.[end] ?? [])
            .slice(0, most)
            .map((place) => (
              <PlaceLine key={place.id} end={end} place={place} places={places as Places} siteId={siteId} />
            )),
        )}
      </ul>
    </div>
  );
}

interface LineProps {
  end: 'best' | 'worst';
  place: Place;
  places: Places;
  siteId: string | undefined;
}

function PlaceLine({ end, place, places: { kind, from, to }, siteId }: LineProps) {
  const t = useText();
  const mayReport = useMayOpen('/business_statistics');
  const query = new URLSearchParams({ from, to, ...queryOf[kind](place.id) });
  if (siteId) query.set('fieldId', siteId);
  const words = (
    <>
      <span className={classes.end} data-end={end}>
        {t(`briefings:places.${end}`)}
      </span>
      <span className={classes.placeName}>{place.name}</span>
      <Money fen={place.perMachineDayFen} />
      <span className={classes.placeChange}>
        <Money fen={place.changeFen} signed />
      </span>
    </>
  );
  return (
    <li>
      {mayReport ? (
        <Link to={`/business_statistics?${query}`} className={classes.place}>
          {words}
        </Link>
      ) : (
        <span className={classes.place}>{words}</span>
      )}
    </li>
  );
}
