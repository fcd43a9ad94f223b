import { Link } from 'react-router';
import { MachineDrawing } from '#kit/drawings/machine-drawing.tsx';
import { useCall } from '#kit/ui/api.ts';
import { useCurrentSite } from '#kit/ui/current-site.ts';
import { useText } from '#kit/ui/i18n.ts';
import { useCan } from '#kit/ui/session.ts';
import { fleetContract } from '../contract.ts';
import classes from './home-states.module.css';
import { figuresEveryMs } from './use-figures.ts';

const states = ['online', 'offline', 'fault'] as const;

/** /home: how many machines are on, off or in trouble. */
export default function HomeStates() {
  const maySee = useCan(fleetContract.readFigures);
  return maySee ? <States /> : null;
}

function States() {
  const t = useText();
  const site = useCurrentSite();
  const { data } = useCall(fleetContract.readFigures, site ? { fieldId: site.id } : {}, {
    keepPrevious: true,
    refetchMs: figuresEveryMs,
  });
  return (
    <ul className={classes.states} aria-label={t('fleet:figures.states')}>
      {states.map((state) => (
        <li key={state}>
          <Link
            to={`/equipmentList?state=${state}${site ? `&fieldId=${site.id}` : ''}`}
            className={classes.state}
            data-state={state}
          >
            <MachineDrawing type={data?.types[0]?.type ?? 'claw'} mood={state} size={40} />
            <span className={classes.count}>{data?.states[state] ?? '·'}</span>
            <span className={classes.word}>{t(`devices:state.${state}`)}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
