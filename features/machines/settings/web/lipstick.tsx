import { Button } from '@mantine/core';
import { Link, useSearchParams } from 'react-router';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import { SettingsScreen } from './settings-screen.tsx';

/** Trying stages out costs nothing and is best done before players meet them. */
function TrialLink() {
  const t = useText();
  const [query] = useSearchParams();
  return (
    <Button
      component={Link}
      to={`/setParamLipstickcs?equipmentId=${query.get('equipmentId') ?? ''}`}
      variant="light"
      leftSection={<Icon name="gamepad" />}
      style={{ alignSelf: 'flex-start' }}
    >
      {t('settings:trial.open')}
    </Button>
  );
}

export default function Lipstick() {
  return <SettingsScreen groups={['needleGame']} aside={() => <TrialLink />} />;
}
