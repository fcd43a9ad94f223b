import { Button } from '@mantine/core';
import { Link, useLocation } from 'react-router';
import { deviceTypes } from '#kit/protocol/types/names.ts';
import { useText } from '#kit/ui/i18n.ts';
import { DeviceScreen } from './device-screen.tsx';
import { DriftNotes } from './drift-notes.tsx';
import { fieldsOf, groupsOf } from './setting-fields.ts';
import classes from './settings.module.css';
import { SettingsForm, type SettingsFormProps } from './settings-form.tsx';

/** Screens of one machine that people walk through one after another. */
export interface SiblingScreen {
  path: string;
  /** translation key */
  label: string;
}

interface SettingsScreenProps extends Pick<SettingsFormProps, 'controls' | 'aside'> {
  groups: readonly string[];
  /** only these values of the groups, by `group.name` */
  only?: readonly string[];
  siblings?: readonly SiblingScreen[];
}

/** Some groups of settings of one device, on one screen. */
export function SettingsScreen({ groups, only, siblings, ...form }: SettingsScreenProps) {
  const types = deviceTypes.filter((type) => groups.every((group) => groupsOf(type).includes(group)));
  return (
    <DeviceScreen types={types}>
      {(view) => (
        <>
          {siblings && <Siblings siblings={siblings} equipmentId={view.device.equipmentId} />}
          <DriftNotes view={view} />
          <SettingsForm
            view={view}
            fields={fieldsOf(view.device.type, groups).filter((field) => only?.includes(field.path) ?? true)}
            {...form}
          />
        </>
      )}
    </DeviceScreen>
  );
}

function Siblings({ siblings, equipmentId }: { siblings: readonly SiblingScreen[]; equipmentId: string }) {
  const t = useText();
  const { pathname } = useLocation();
  return (
    <nav className={classes.tabs}>
      {siblings.map(({ path, label }) => (
        <Button
          key={path}
          component={Link}
          to={`${path}?equipmentId=${equipmentId}`}
          replace
          variant={path === pathname ? 'filled' : 'default'}
          aria-current={path === pathname ? 'page' : undefined}
          flex="none"
        >
          {t(label)}
        </Button>
      ))}
    </nav>
  );
}
