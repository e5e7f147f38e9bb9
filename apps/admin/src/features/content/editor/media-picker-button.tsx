import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { lazyComponent } from '../../../ui/lazy-component.tsx';
import type { ControlProps } from './field-frame.tsx';

const ImagePicker = lazyComponent('ImagePicker', () => import('../../images/image-picker.tsx'), {
  label: 'The image picker',
  isDialog: true,
});

interface MediaPickerButtonProps {
  control: ControlProps;
  label: string;
  /** For screen readers: the label with the name of the field. */
  fullLabel?: string;
  /** The title of the dialog. */
  title: string;
  value: string;
  takesVideos: boolean;
  takesIllustrations?: boolean;
  onChoose: (src: string) => void;
}

/** Opens the image library. It is the control of its field: label, errors and the initial focus lead here. */
export function MediaPickerButton(props: MediaPickerButtonProps) {
  const { control, label, fullLabel = label, title, value, takesVideos, takesIllustrations = !takesVideos } = props;
  const [isPicking, setPicking] = useState(false);
  const close = () => {
    setPicking(false);
    document.getElementById(control.id)?.focus();
  };
  return (
    <>
      <Button
        id={control.id}
        data-pointer={control['data-pointer']}
        aria-label={fullLabel}
        aria-describedby={control.attributes.input['aria-describedby']}
        aria-haspopup="dialog"
        onBlur={control.onBlur}
        onClick={() => setPicking(true)}
        size="xs"
      >
        {label}
      </Button>
      {isPicking && (
        <ImagePicker
          title={title}
          value={value}
          onChoose={props.onChoose}
          onClose={close}
          takesVideos={takesVideos}
          takesIllustrations={takesIllustrations}
        />
      )}
    </>
  );
}
