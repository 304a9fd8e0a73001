#pragma once
// libqrencode: QR codes (ISO/IEC 18004) as squares of modules.
#include <qrencode.h>
