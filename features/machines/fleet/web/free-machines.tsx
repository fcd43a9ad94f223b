import { Badge, Text, Title, UnstyledButton } from '@mantine/core';
import { MachineDrawing } from '#kit/drawings/machine-drawing.tsx';
import { useCall } from '#kit/ui/api.ts';
import { appConfigStore } from '#kit/ui/app-config.ts';
import { useText } from '#kit/ui/i18n.ts';
import { useStore } from '#kit/ui/store.ts';
import { fleetContract } from '../contract.ts';
import styles from './devices.module.css';

/** In a demo: machines that wait for an owner, with what stands on their label and on the card in their box. */
export function FreeMachines(props: { onChosen: (code: string, claimPin: string) => void }) {
  const { demo } = useStore(appConfigStore);
  return demo ? <Panel {...props} /> : null;
}

function Panel({ onChosen }: { onChosen: (code: string, claimPin: string) => void }) {
  const t = useText();
  const { data } = useCall(fleetContract.listFreeMachines, {}, { staleMs: 0 });
  return (
    <section className={styles.demoPanel} aria-labelledby="free-machines" data-demo-only>
      <div>
        <Title order={2} size="h5" id="free-machines">
          {t('fleet:demo.title')}
        </Title>
        <Text size="sm">{t(data?.length === 0 ? 'fleet:demo.none' : 'fleet:demo.hint')}</Text>
      </div>
      <ul className={styles.freeMachines} data-empty={data?.length === 0 || undefined}>
        {data?.map(({ code, claimPin, type, online }) => (
          <li key={code}>
            <UnstyledButton className={styles.freeMachine} onClick={() => onChosen(code, claimPin)}>
              <MachineDrawing type={type} mood={online ? 'online' : 'offline'} size={40} />
              <span className={styles.freeWords}>
                <span>
                  <strong>{code}</strong> · {t(`devices:type.${type}`)}
                </span>
                <Text component="span" size="sm" c="dimmed">
                  {t('fleet:demo.pin', { pin: claimPin })}
                </Text>
              </span>
              {online ? (
                <Badge variant="light" className={styles.freeState}>
                  {t('devices:state.online')}
                </Badge>
              ) : (
                <Text component="span" size="sm" c="dimmed" className={styles.freeState}>
                  {t('fleet:demo.waits')}
                </Text>
              )}
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </section>
  );
}
