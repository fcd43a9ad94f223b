import { fleetContract } from '#features/machines/fleet/contract.ts';
import { useAnswer } from '#kit/player/answers.ts';
import { Card } from '#kit/player/card.tsx';
import { Picture } from '#kit/player/picture.tsx';
import { useText } from '#kit/ui/i18n.ts';
import classes from './machine.module.css';

/** How to use the machine, as the merchant wrote it (/equipmentDescription); nothing where nobody did. */
export function Description({ equipmentId }: { equipmentId: string }) {
  const t = useText();
  const { data } = useAnswer(fleetContract.readDescription, { equipmentId });
  if (!data || (!data.text && data.pictures.length === 0)) return null;
  return (
    <Card heading={t('play:description.title')}>
      {data.text && <p className={classes.description}>{data.text}</p>}
      {data.pictures.map((link, place) => (
        <Picture key={link} src={link} alt={t('play:description.picture', { number: place + 1 })} />
      ))}
    </Card>
  );
}
