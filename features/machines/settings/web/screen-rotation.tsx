import { Radio, UnstyledButton } from '@mantine/core';
import type { CSSProperties } from 'react';
import { useText } from '#kit/ui/i18n.ts';
import classes from './screen-rotation.module.css';
import type { CustomControl } from './setting-control.tsx';
import { SettingsScreen } from './settings-screen.tsx';

/** The four ways a picture can stand on a screen, as pictures. */
const RotationPictures: CustomControl = ({
  field,
  value,
  onChange,
  label,
  description,
  error,
  disabled,
  name,
}) => {
  const t = useText();
  return (
    <Radio.Group
      label={label}
      description={description}
      error={error}
      value={String(value)}
      onChange={onChange}
      data-field={name}
    >
      <div className={classes.pictures}>
        {field.options.map((rotation) => (
          <UnstyledButton
            key={rotation}
            component="label"
            className={classes.picture}
            data-chosen={rotation === value || undefined}
          >
            <span className={classes.frame} aria-hidden>
              <span className={classes.image} style={{ '--turn': `${rotation}deg` } as CSSProperties}>
                <i />
                <i />
                <i />
              </span>
            </span>
            <Radio
              value={rotation}
              disabled={disabled}
              label={t(`settings:option.screen.rotation.${rotation}`)}
            />
          </UnstyledButton>
        ))}
      </div>
    </Radio.Group>
  );
};

const controls = { 'screen.rotation': RotationPictures };

export default function ScreenRotation() {
  return <SettingsScreen groups={['screen']} only={['screen.rotation']} controls={controls} />;
}
