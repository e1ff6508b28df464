#!/usr/bin/env bash
# Written by rigwise: 2 x A100 SXM4 80GB on 1 machine (aws p4de.24xlarge us-east-1)
# strategy fsdp, precision amp, optimizer adamw, micro-batch 1, accumulation 8, checkpointing on
set -euo pipefail

export MICRO_BATCH_SIZE=1
export GRADIENT_ACCUMULATION_STEPS=8
export GRADIENT_CHECKPOINTING=1
export TENSOR_PARALLEL=1
export PIPELINE_PARALLEL=1
export OMP_NUM_THREADS=5

torchrun --standalone --nproc-per-node=2 train.py
